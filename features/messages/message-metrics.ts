// Declares the metrics of sent messages, for the operator.
import { Counter } from 'prom-client'

const sendsCounter = new Counter({
  name: 'messages_total',
  help: 'Tries to send a message, by outcome; dead ones are given up for good.',
  labelNames: ['template', 'outcome'],
})

const deliveriesCounter = new Counter({
  name: 'messages_arrived_total',
  help: 'Messages that the provider says reached their phone, or will not.',
  labelNames: ['outcome'],
})

export type MessageOutcome = 'sent' | 'retried' | 'postponed' | 'dead' | 'dropped' | 'withheld'

/** Counts the outcome of an attempt to send. */
export function recordMessage(template: string, outcome: MessageOutcome): void {
  sendsCounter.inc({ template, outcome })
}

/** Counts the outcome of a delivery. */
export function recordOutcome(outcome: 'delivered' | 'failed'): void {
  deliveriesCounter.inc({ outcome })
}
