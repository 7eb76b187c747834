// Loads every call of the product: the calls of each `<feature>-calls.ts` and the providers' webhooks.
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { cardProviders } from '#providers/cards/card-providers.ts'
import { smsProviders } from '#providers/sms/sms-providers.ts'
import { isCall, isCallsFile } from '#scripts/browser-calls.ts'
import type { Call } from '#values/call.ts'

const callsFiles = globSync('{features/**,platform/http}/*-calls.ts').filter(isCallsFile).sort()

const callsByFile = await Promise.all(
  callsFiles.map(async (file) => {
    const values: object = await import(resolve(file))
    return Object.values(values)
      .filter(isCall)
      .map((call) => ({ call, file }))
  }),
)

const webhooks = [...Object.values(smsProviders), ...Object.values(cardProviders)].flatMap(
  ({ webhook }) => webhook?.call ?? [],
)

/** The calls of features and platform, each with the file that declares it. */
export const declaredCalls: readonly { readonly call: Call; readonly file: string }[] =
  callsByFile.flat()

export const everyCall: readonly Call[] = [...declaredCalls.map(({ call }) => call), ...webhooks]
