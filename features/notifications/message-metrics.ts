// Figures of the outbox, for the operator.
import { Counter } from 'prom-client'

const messages = new Counter({
  name: 'messages_total',
  help: 'Tries to send a message, by outcome; dead ones are given up for good.',
  labelNames: ['template', 'outcome'],
})

export type MessageOutcome = 'sent' | 'retried' | 'postponed' | 'dead' | 'dropped' | 'withheld'

export function recordMessage(template: string, outcome: MessageOutcome): void {
  messages.inc({ template, outcome })
}
