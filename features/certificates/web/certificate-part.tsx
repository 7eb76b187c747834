// Shows the certificate of a purchase to the holder of its kilograms, who can create, name, open, share
// and close it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { holdsUnwritable } from '#values/text/paper-letters.ts'
import { texts } from '#web/texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { ErrorState } from '#web/ui/empty-or-error.tsx'
import { FormProblem, TextField } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { type CertificateReply, listCertificates } from '../certificates-calls.ts'
import {
  closeCertificate,
  makeCertificate,
  nameCertificate,
  readCertificate,
  wordsOf,
} from './certificate-requests.ts'

export function CertificatePart({ txId }: { txId: string }) {
  const client = useQueryClient()
  const queryKey = [listCertificates.id, txId]
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readCertificate(txId, signal),
  })
  const updateCache = (certificate: CertificateReply | null) =>
    client.setQueryData(queryKey, certificate)
  return (
    <section className="grid gap-3 border-line border-t pt-5" aria-labelledby="certificate-part">
      <h2 id="certificate-part" className="title text-[1.375rem]">
        {texts.certificates_title()}
      </h2>
      {isError && data === undefined ? (
        <ErrorState
          message={texts.certificates_failed()}
          onRetry={() => void refetch()}
          error={error}
        />
      ) : null}
      {data === undefined && !isError ? (
        <div role="status">
          <span className="sr-only">{texts.certificates_loading()}</span>
          <Skeleton className="h-16" />
        </div>
      ) : null}
      {data === null ? <CreateForm txId={txId} onCreated={updateCache} /> : null}
      {data ? <OwnCertificate key={data.code} certificate={data} onChange={updateCache} /> : null}
    </section>
  )
}

type CreateFormProps = { txId: string; onCreated: (certificate: CertificateReply) => void }

function CreateForm({ txId, onCreated }: CreateFormProps) {
  return (
    <>
      <p>{texts.certificates_make_text()}</p>
      <NameForm
        name=""
        action={texts.certificates_make()}
        variant="dark"
        send={async (name) => onCreated(await makeCertificate(txId, name))}
      />
    </>
  )
}

type NameFormProps = {
  name: string
  action: string
  variant: 'dark' | 'outline'
  send: (name: string) => Promise<void>
}

function NameForm({ name, action, variant, send }: NameFormProps) {
  const [nameText, setNameText] = useState(name)
  const { busy, problem, run } = useAction<{ at: string; text: string }>()
  const form = useForm({
    isBusy: busy !== undefined,
    problem,
    onSubmit: () =>
      void run(
        'sending',
        async () => void (await send(nameText.trim())),
        (error) => ({ at: 'name', text: wordsOf(error) }),
      ),
  })
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        name="name"
        label={texts.certificates_name()}
        hint={
          holdsUnwritable(nameText)
            ? texts.certificates_name_letters()
            : texts.certificates_name_hint()
        }
        error={problem?.text}
        value={nameText}
        onChange={(event) => setNameText(event.target.value)}
        autoComplete="name"
        maxLength={200}
      />
      <Button type="submit" variant={variant} wide busy={busy !== undefined}>
        {action}
      </Button>
    </form>
  )
}

type OwnCertificateProps = {
  certificate: CertificateReply
  onChange: (certificate: CertificateReply | null) => void
}

function OwnCertificate({ certificate, onChange }: OwnCertificateProps) {
  const { code, url, name } = certificate
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <span translate="no" className="min-w-0 font-code text-[0.875rem] [overflow-wrap:anywhere]">
          {url}
        </span>
        <span className="-mr-[min(0.75rem,3.75vw)]">
          <CopyButton text={url} label={texts.certificates_title()} />
        </span>
      </div>
      <div className="flex flex-wrap gap-3">
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('dark')}>
          {texts.certificates_view()}
        </a>
        <ShareButton url={url} />
      </div>
      <NameForm
        name={name ?? ''}
        action={texts.certificates_save()}
        variant="outline"
        send={async (newName) => {
          onChange(await nameCertificate(code, newName))
          showToast(texts.certificates_saved())
        }}
      />
      {isClosing ? (
        <CloseForm code={code} onClosed={() => onChange(null)} onCancel={() => setClosing(false)} />
      ) : (
        <Button variant="quiet" onClick={() => setClosing(true)}>
          {texts.certificates_close()}
        </Button>
      )}
    </>
  )
}

/** Shows a button that opens the system's share sheet. Without one, only the copy button is shown. */
function ShareButton({ url }: { url: string }) {
  if (!('share' in navigator)) return null
  const share = () => navigator.share({ url, title: texts.certificates_title() })
  return (
    <Button variant="outline" onClick={() => void share().catch(() => undefined)}>
      {texts.certificates_share()}
    </Button>
  )
}

type CloseFormProps = { code: string; onClosed: () => void; onCancel: () => void }

function CloseForm({ code, onClosed, onCancel }: CloseFormProps) {
  const { busy, problem, run } = useAction<string>()
  async function close(): Promise<undefined> {
    await closeCertificate(code)
    onClosed()
    showToast(texts.certificates_closed())
  }
  return (
    <div className="grid gap-3">
      <p>{texts.certificates_close_text()}</p>
      <FormProblem>{problem}</FormProblem>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          busy={busy !== undefined}
          onClick={() => void run('sending', close, wordsOf)}
        >
          {texts.certificates_close_sure()}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.common_cancel()}
        </Button>
      </div>
    </div>
  )
}
