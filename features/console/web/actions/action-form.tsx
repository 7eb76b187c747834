// Shows the fields of an action, as its JSON schema describes them, and the reason if the action needs one.
import { useId, useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { FormProblem, TextField } from '#web/ui/forms/text-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { wordsOf } from '../parts/console-format.ts'
import {
  type ActionField,
  type ChosenFile,
  type ChosenFiles,
  isShownField,
  type Typed,
} from './action-fields.ts'
import { FileField } from './file-field.tsx'
import { FileText } from './file-text.tsx'

/** Maximum number of characters of a reason. */
const reasonMax = 1_000

/** Faults of fields by name, and of the whole form under an empty name. */
export type Faults = Readonly<Record<string, string>>

type ActionFormProps = {
  fields: readonly ActionField[]
  needsReason: boolean
  typed: Typed
  files: ChosenFiles
  faults: Faults
  isBusy: boolean
  onType: (name: string, text: string) => void
  onChoose: (name: string, file: ChosenFile | null) => void
  onSubmit: () => void
}

export function ActionForm(props: ActionFormProps) {
  const { fields, needsReason, typed, files, faults, isBusy, onType, onChoose, onSubmit } = props
  // One object for one set of faults, so that typing does not move the focus.
  const problem = useMemo(() => {
    const [at] = Object.keys(faults)
    return at === undefined ? null : { at }
  }, [faults])
  const form = useForm({ isBusy, problem, onSubmit })
  const shown = fields.filter((field) => isShownField(field, typed))
  const known = new Set(shown.map(({ name }) => name).concat(needsReason ? ['reason'] : []))
  const others = Object.entries(faults).filter(([name]) => !known.has(name))
  return (
    <form {...form.props} className="grid gap-4">
      {shown.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          file={files[field.name]}
          fault={faults[field.name]}
          onType={(text) => onType(field.name, text)}
          onChoose={(file) => onChoose(field.name, file)}
        />
      ))}
      {needsReason ? (
        <TextArea
          name="reason"
          label="Reason"
          hint="It is kept in the audit trail. Write no phone number in it."
          required
          maxLength={reasonMax}
          value={typed.reason ?? ''}
          error={faults.reason}
          onChange={(event) => onType('reason', event.target.value)}
        />
      ) : null}
      <FormProblem>{others.map(([, text]) => text).join(' ')}</FormProblem>
      <Button type="submit" size="large" wide busy={isBusy}>
        Preview
      </Button>
    </form>
  )
}

type FormFieldProps = {
  field: ActionField
  value: string
  file: ChosenFile | undefined
  fault: string | undefined
  onType: (text: string) => void
  onChoose: (file: ChosenFile | null) => void
}

function FormField({ field, value, file, fault, onType, onChoose }: FormFieldProps) {
  const { name, kind, hint, isRequired, lengthMax, options } = field
  const label =
    isRequired || kind === 'flag' || field.initial !== ''
      ? field.label
      : `${field.label} (optional)`
  const optionText = textOfOption(field, value)
  const common = { name, label, hint, error: fault, required: isRequired, value }
  if (kind === 'flag') {
    return (
      <Checkbox
        checked={value === 'true'}
        error={fault}
        onChange={(checked) => onType(checked ? 'true' : '')}
      >
        {hint === undefined ? label : `${label}. ${hint}`}
      </Checkbox>
    )
  }
  if (kind === 'file') return <FileField {...{ field, file, fault, onChoose }} />
  if (kind === 'choices') return <Choices {...{ field, value, fault, onType }} />
  if (kind === 'choice') {
    return (
      <SelectField
        {...common}
        hint={optionText ?? hint}
        options={[
          ...(field.initial === '' ? [{ value: '', label: isRequired ? 'Choose…' : 'None' }] : []),
          ...options.map((each) => ({ value: each, label: wordsOf(each) })),
        ]}
        onChange={(event) => onType(event.target.value)}
      />
    )
  }
  if (kind === 'long text') {
    return (
      <div className="grid gap-1">
        <TextArea
          {...common}
          maxLength={lengthMax}
          onChange={(event) => onType(event.target.value)}
        />
        <FileText name={field.label} onRead={onType} />
      </div>
    )
  }
  return (
    <TextField
      {...common}
      hint={hint ?? (kind === 'list' ? 'Separate them by commas.' : undefined)}
      maxLength={lengthMax}
      {...(kind === 'day' ? { type: 'date' } : {})}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
    />
  )
}

function textOfOption({ optionTexts }: ActionField, value: string): string | undefined {
  const text = optionTexts[value]
  return typeof text === 'string' ? text : undefined
}

type ChoicesProps = Pick<FormFieldProps, 'field' | 'value' | 'fault' | 'onType'>

function Choices({ field, value, fault, onType }: ChoicesProps) {
  const id = useId()
  const chosen = value.split(',').filter(Boolean)
  const toggle = (option: string, isChosen: boolean) =>
    onType(
      field.options
        .filter((each) => (each === option ? isChosen : chosen.includes(each)))
        .join(','),
    )
  return (
    <fieldset aria-describedby={`${id}-error`} className="grid gap-2">
      <legend className="caption mb-1.5">{field.label}</legend>
      {field.options.map((option) => (
        <Checkbox
          key={option}
          checked={chosen.includes(option)}
          onChange={(isChosen) => toggle(option, isChosen)}
        >
          {option}
        </Checkbox>
      ))}
      {field.hint === undefined ? null : <p className="text-soft text-sm">{field.hint}</p>}
      <p id={`${id}-error`} role="alert" className="text-danger empty:hidden">
        {fault}
      </p>
    </fieldset>
  )
}
