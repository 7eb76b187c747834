// The actions of staff on a wallet: credit it from a programme, and reverse a credit.
import { z } from 'zod'
import {
  creditAsOperator,
  type DebitReply,
  debitAsOperator,
} from '#features/partners/operator-credit.ts'
import { type EntryReply, partnerProblems } from '#features/partners/partners-calls.ts'
import { walletProblems } from '#features/wallet/wallet-calls.ts'
import { type Action, action, figure, withSentence } from '#platform/actions/action.ts'
import { amountField, currencyField, numberlessField, textField } from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import { isProblem, problem } from '#values/problem.ts'
import { onlyPhoneOf } from '#values/text/phone-spellings.ts'
import { findOnePerson } from './find-one-person.ts'
import { withPassportId } from './people-actions.ts'
import type { SearchServices } from './search-subjects.ts'

type Services = SearchServices & {
  readonly db: Database
  readonly settings: { readonly partnerCreditMaxMinor: number }
}

const rules = { needsReason: true, isSensitive: true } as const

/** The sentences of refused credits and debits, as partners get them. */
const sentences = Object.fromEntries(
  Object.entries({ ...partnerProblems, ...walletProblems }).map(([code, { text }]) => [code, text]),
)

export const walletCredit: Action<Services, EntryReply> = action({
  name: 'wallet credit',
  title: 'Credit',
  summary: 'Gives a person money of a programme, by the rules of a partner’s call.',
  ...rules,
  roles: ['money', 'admin'],
  approval: 'credit',
  subject: { of: 'person', field: 'who' },
  input: z.object({
    who: textField({ title: 'Person', description: 'A phone number or a passport’s id.' }),
    amount: amountField({ title: 'Amount' }),
    currency: currencyField(),
    program: textField({ title: 'Programme', description: 'Its id.' }, 63),
    source: numberlessField(
      { title: 'Source', description: 'What the wallet shows. Carbon Passport by default.' },
      60,
    ).optional(),
  }),
  storedInput: async (services, input) => ({
    ...(await withPassportId(services, input)),
    amount: minorText(input.amount),
  }),
  run: async ({ services, record }, { who, amount, currency, program, source }) => {
    const person = await findOnePerson(services, who)
    // The rules of credits refuse the number of no member.
    const isUnknown = isProblem(person) && person.problem === 'no_person'
    if (isProblem(person) && !isUnknown) return person
    const phone = isProblem(person)
      ? onlyPhoneOf(who, services.settings.sellerCountry)
      : person.phone
    if (phone === null) {
      return problem('no_number', { text: 'This passport has no number, and so no wallet.' })
    }
    const body = {
      phone,
      amount: minorToUnits(amount),
      currency,
      source: source ?? 'Carbon Passport',
    }
    const max = services.settings.partnerCreditMaxMinor
    const sum = { amountMinor: amount, currency }
    const entry = await creditAsOperator(services.db, max, program, body, (tx, about) =>
      record(tx, about, { sum }),
    )
    if (isProblem(entry)) return withSentence(entry, sentences)
    return {
      figures: [
        figure('Credit', `${minorText(amount)} ${currency}`),
        figure('Programme', program),
        figure('The wallet can spend then', `${entry.balance.toFixed(2)} ${currency}`),
      ],
      details: entry,
    }
  },
})

export const walletDebit: Action<Services, DebitReply> = action({
  name: 'wallet debit',
  title: 'Reverse a credit',
  summary: 'Takes a credit back, whole and once, while its wallet can spend it.',
  ...rules,
  roles: ['money', 'admin'],
  approval: 'never',
  input: z.object({ credit: textField({ title: 'Credit', description: 'Its id.' }, 64) }),
  run: async ({ services, record }, { credit }) => {
    const entry = await debitAsOperator(services.db, credit, (tx, about, sum) =>
      record(tx, about, { sum }),
    )
    if (isProblem(entry)) return withSentence(entry, sentences)
    const { balance, currency, program_id } = entry
    return {
      figures: [
        figure('Programme that gets it back', program_id),
        figure('The wallet can spend then', `${balance.toFixed(2)} ${currency}`),
      ],
      details: entry,
    }
  },
})

export const walletActions = [walletCredit, walletDebit]
