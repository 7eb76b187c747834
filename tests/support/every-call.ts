// Loads every call of the product: those of each `<feature>-calls.ts`, and the providers' webhooks.
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { cardProviders } from '#providers/cards/card-providers.ts'
import { smsProviders } from '#providers/sms/sms-providers.ts'
import { isCall, isCallsFile } from '#scripts/browser-calls.ts'
import type { Call } from '#values/call.ts'

const callsFiles = globSync('{features/**,platform/http}/*-calls.ts').filter(isCallsFile).sort()

const modules = await Promise.all(callsFiles.map((file): Promise<object> => import(resolve(file))))

const webhooks = [...Object.values(smsProviders), ...Object.values(cardProviders)].flatMap(
  ({ webhook }) => webhook?.call ?? [],
)

export const everyCall: readonly Call[] = [
  ...modules.flatMap((module) => Object.values(module).filter(isCall)),
  ...webhooks,
]
