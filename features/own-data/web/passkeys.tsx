// Lists the user's passkeys, adds one, and removes one after a confirmation. Without a fresh code, the user must
// first type one. It shows nothing where browser or host have no passkeys.
import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  addPasskey,
  type CreationOptions,
  getCreationOptions,
  listPasskeys,
  type Passkey,
  removePasskey,
} from '#features/passkeys/passkeys-calls.ts'
import { isNamedHost } from '#features/passkeys/web/named-host.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { askSigned, sendSigned } from '#features/people/web/session/signing.ts'
import { ApiError } from '#web/api/api.ts'
import { sendCall } from '#web/api/ask.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { formatDate } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { confirmExport } from '../own-data-calls.ts'
import { CodeField, CodeForm, problemOf, useCodeForm } from './code-form.tsx'
import { RemovableRows } from './removable-rows.tsx'

type Props = { profile: Profile }

const hasPasskeys = () => isNamedHost() && browserSupportsWebAuthn()

/** Offers a passkey to a user who has none, and who therefore signed in with a code. */
export function PasskeyOffer({ profile }: Props) {
  return hasPasskeys() ? <LoadedOffer profile={profile} /> : null
}

function LoadedOffer({ profile }: Props) {
  const { data: passkeys } = useAnswer(listPasskeys, {})
  if (passkeys?.length !== 0) return null
  return (
    <Section title={texts.own_data_passkey_offer()}>
      <p className="mb-4 text-soft">{texts.own_data_passkeys_text()}</p>
      <AddPasskey profile={profile} />
    </Section>
  )
}

function AddPasskey({ profile }: Props) {
  const { add, busy, ...change } = usePasskeyChange()
  return (
    <div className="grid gap-4">
      <ChangeState profile={profile} {...change} />
      <AddButton busy={busy === 'add'} afterCode={change.afterCode} onPress={add} />
    </div>
  )
}

/** Lists the passkeys of the user. */
export function Passkeys({ profile }: Props) {
  return hasPasskeys() ? <LoadedPasskeys profile={profile} /> : null
}

function LoadedPasskeys({ profile }: Props) {
  const query = useAnswer(listPasskeys, {})
  return (
    <section className="mt-7 grid gap-4">
      <h2 className="font-semibold text-lg">{texts.own_data_passkeys()}</h2>
      <p className="text-soft">{texts.own_data_passkeys_text()}</p>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-16 w-full" />}
        error={texts.own_data_passkeys_failed()}
      >
        {(passkeys) => <PasskeyRows profile={profile} passkeys={passkeys} />}
      </Loaded>
    </section>
  )
}

function PasskeyRows({ profile, passkeys }: Props & { passkeys: readonly Passkey[] }) {
  const { add, remove, busy, ...change } = usePasskeyChange()
  return (
    <>
      <RemovableRows
        entries={passkeys.map(({ id, name, last_used_at: lastUsed }) => ({
          ...{ id, name },
          detail:
            lastUsed === null
              ? texts.own_data_passkey_unused()
              : texts.own_data_last_used({ date: formatDate(lastUsed) }),
        }))}
        words={{ remove: texts.own_data_passkey_remove_one, sure: texts.own_data_passkey_sure }}
        busy={busy}
        onRemove={remove}
      />
      <ChangeState profile={profile} {...change} />
      <AddButton busy={busy === 'add'} afterCode={change.afterCode} onPress={add} />
    </>
  )
}

type AddButtonProps = Pick<Change, 'afterCode'> & { busy: boolean; onPress: () => void }

function AddButton({ busy, afterCode, onPress }: AddButtonProps) {
  return (
    // While the form of the code is open, its button is the screen's accent.
    <Button variant={afterCode ? 'outline' : 'accent'} wide busy={busy} onClick={onPress}>
      {texts.own_data_passkey_add()}
    </Button>
  )
}

type Change = Omit<ReturnType<typeof usePasskeyChange>, 'add' | 'remove' | 'busy'>

/** Shows the error message of the last change, or the form for the code that it needs. */
function ChangeState({ profile, problem, afterCode, repeat }: Props & Change) {
  return (
    <>
      {afterCode === undefined ? null : <FreshCode profile={profile} onDone={repeat} />}
      <FormProblem>{problem}</FormProblem>
    </>
  )
}

function FreshCode({ profile, onDone }: Props & { onDone: () => void }) {
  const purpose = 'passkeys'
  const state = useCodeForm({
    codes: () => [{ purpose }],
    async use(codeOf) {
      await sendCall(confirmExport, { body: { code: codeOf('code'), purpose } })
      onDone()
    },
  })
  return (
    <CodeForm state={state} actions={[texts.own_data_send_code(), texts.own_data_passkey_go_on()]}>
      <p>{texts.own_data_export_code()}</p>
      {state.isSent ? <CodeField {...state.fieldOf('code')} phone={profile.phone} /> : null}
    </CodeForm>
  )
}

/** A change of the passkeys. `name` is `add`, or the id of the passkey that it removes. */
type Act = { readonly name: string; readonly act: () => Promise<string> }

/** Returns functions that add and remove passkeys, with their progress and error message. */
function usePasskeyChange() {
  const client = useQueryClient()
  /** The change that continues after a code was typed. */
  const [afterCode, setAfterCode] = useState<Act>()
  const { busy, problem, run } = useAction<string, string>()
  const createPasskey = usePasskeyCreation()

  function start(change: Act) {
    setAfterCode(undefined)
    const act = async (): Promise<undefined> => {
      try {
        showToast(await change.act())
        await client.invalidateQueries({ queryKey: [listPasskeys.id] })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'code_required') throw error
        setAfterCode(change)
      }
    }
    void run(change.name, act, problemText)
  }

  const add = async () => {
    await createPasskey()
    return texts.own_data_passkey_added()
  }
  const removeById = (id: string) => async () => {
    await sendSigned(removePasskey, { params: { id } })
    return texts.own_data_passkey_removed()
  }
  return {
    ...{ busy, problem, afterCode },
    add: () => start({ name: 'add', act: add }),
    remove: (id: string) => start({ name: id, act: removeById(id) }),
    repeat: () => afterCode && start(afterCode),
  }
}

/** Time after which options are requested again, in ms. Their challenge lives 5 minutes. */
const optionsMsMax = 240_000

/**
 * Returns a function that creates a passkey. After a failure it keeps the options: Safari may refuse a request
 * that follows a call, because the press is too long ago, and accepts the next press.
 */
function usePasskeyCreation() {
  const kept = useRef<{ readonly options: CreationOptions; readonly until: number }>(undefined)
  return async () => {
    if (kept.current === undefined || Date.now() > kept.current.until) {
      const options = await askSigned(getCreationOptions, {})
      kept.current = { options, until: Date.now() + optionsMsMax }
    }
    const credential = await startRegistration({ optionsJSON: kept.current.options })
    kept.current = undefined
    await sendSigned(addPasskey, { body: { credential } })
  }
}

function problemText(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code === 'too_many_passkeys') return texts.own_data_passkeys_full()
    if (error.code === 'passkeys_unavailable') return texts.own_data_passkey_cannot()
  }
  if (!(error instanceof WebAuthnError)) return problemOf(error, '').text
  switch (error.name) {
    case 'InvalidStateError':
      return texts.own_data_passkey_here()
    case 'NotAllowedError':
    case 'AbortError':
      return texts.own_data_passkey_cancelled()
    default:
      return texts.own_data_passkey_cannot()
  }
}
