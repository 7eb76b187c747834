// Starts processes that record the points they pass, or fail at one, and derives from a record where a kill
// leaves something different behind.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Step } from '#tests/faults/stop-at.ts'

const preload = pathToFileURL(`${import.meta.dirname}/stop-at.ts`).href
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`

/** Settings of a process that fails at a point (`before:<name>`, `after:<name>`, then `:throw` or `:stop`). */
export const failingAt = (point: string) => ({ NODE_OPTIONS: nodeOptions, FAIL_AT: point })

/** Settings of a process that writes the points it passes to a file. */
export const recordingTo = (file: string) => ({ NODE_OPTIONS: nodeOptions, FAIL_RECORD: file })

export async function readSteps(file: string): Promise<Step[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.filter((line) => line !== '').map((line): Step => JSON.parse(line))
}

export const pointsOf = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ moment, names }) => names.map((name) => `${moment}:${name}`))

/**
 * The first point of each effect that another step has not passed before, in order. A kill before an effect
 * leaves what a kill after the previous one does. `idle` are points that a process passes by itself.
 */
export function effectsOf(steps: readonly Step[], idle: ReadonlySet<string>): string[] {
  return freshPoints(steps, idle, ({ moment, isEffect }) => isEffect && moment === 'after')
}

/** Points between the statements of transactions, where every kill is the same rollback. */
export function rollbacksOf(steps: readonly Step[], idle: ReadonlySet<string>): string[] {
  const isInside = ({ moment, isEffect, names: [name = ''] }: Step) =>
    moment === 'before' && (isEffect ? name.startsWith('commit of ') : true)
  return freshPoints(steps, idle, isInside)
}

function freshPoints(
  steps: readonly Step[],
  idle: ReadonlySet<string>,
  isChosen: (step: Step) => boolean,
): string[] {
  const seen = new Set(idle)
  return steps.flatMap((step) => {
    const fresh = pointsOf([step]).filter((point) => !seen.has(point))
    for (const point of fresh) seen.add(point)
    return isChosen(step) ? fresh.slice(0, 1) : []
  })
}
