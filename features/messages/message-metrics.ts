// Declares the metrics of the outbox, for the operator.
import { Counter } from 'prom-client'

const messages = new Counter({
  name: 'messages_total',
  help: 'Tries to send a message, by outcome; dead ones are given up for good.',
  labelNames: ['template', 'outcome'],
})

const arrivals = new Counter({
  name: 'messages_arrived_total',
  help: 'Messages that the provider says reached their phone, or will not.',
  labelNames: ['outcome'],
})

export type MessageOutcome = 'sent' | 'retried' | 'postponed' | 'dead' | 'dropped' | 'withheld'

export function recordMessage(template: string, outcome: MessageOutcome): void {
  messages.inc({ template, outcome })
}

export function recordOutcome(outcome: 'delivered' | 'failed'): void {
  arrivals.inc({ outcome })
}
