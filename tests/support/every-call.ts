// Loads every call of the product: each value that a feature's `<feature>-calls.ts` declares.
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { isCall, isCallsFile } from '#scripts/browser-calls.ts'
import type { Call } from '#values/call.ts'

export const callsFiles = globSync('features/**/*-calls.ts').filter(isCallsFile).sort()

const modules = await Promise.all(callsFiles.map((file): Promise<object> => import(resolve(file))))

export const everyCall: readonly Call[] = modules.flatMap((module) =>
  Object.values(module).filter(isCall),
)
