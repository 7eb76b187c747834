// Finds the people and purchases that a command's argument refers to. Unknown ids of the card provider,
// such as those of older purchases, are looked up at the provider.
import { type Subjects, searchWithProvider } from '#features/operations/search-subjects.ts'
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import type { Outcome } from '#operator/commands/command.ts'
import { withServices } from '#operator/with-services.ts'
import { failureWords } from '#values/failure-cause.ts'
import { failed } from './outcomes.ts'

const noAnswer = (cause: string) =>
  failed(
    `This id is not kept here, and the card provider does not answer now (${cause}): try again later.`,
  )

/** Returns the people and purchases, or an outcome if the provider is needed and does not answer. */
export async function findSubjects(
  context: NumbersContext,
  text: string,
): Promise<Subjects | Outcome> {
  let cause = ''
  const subjects = await searchWithProvider(context, text, (cardId) =>
    withServices(context, ({ cards }) =>
      cards.findNamed(cardId).catch((error: unknown): 'no answer' => {
        cause = failureWords(error)
        return 'no answer'
      }),
    ),
  )
  return subjects === 'no answer' ? noAnswer(cause) : subjects
}
