// Handles the SMS provider's events, from a webhook or a poll: delivered and failed messages, STOP, and
// START, which ends a STOP. Events may be repeated and in any order. The later of STOP and START wins, by the
// provider's clock.

import { handleEach, pollProvider } from '#platform/database/audit/provider-events.ts'
import type { SmsEvent, SmsReport, UnreadableSmsEvent } from '#providers/sms/sms-provider.ts'
import { recordOutcome } from '../message-metrics.ts'
import type { Services } from '../message-services.ts'
import { writeAnswer, writeOutcome } from './answer-queries.ts'

type EventServices = Pick<Services, 'db' | 'numbers' | 'sms'>

/** Handles the report of a webhook. Throws if it requires a call to the provider, and that call fails. */
export async function handleSmsReport(services: EventServices, report: SmsReport): Promise<void> {
  switch (report.kind) {
    case 'nothing':
      return
    case 'answered': {
      const event = await services.sms.findAnswer(report)
      if (event !== null) await handleSmsEvent(services, event)
      return
    }
    case 'delivered':
    case 'failed':
      return handleSmsEvent(services, report)
  }
}

/** Polls the provider for events that no webhook reported. Returns their number. */
export function pollSmsEvents(services: EventServices): Promise<number> {
  const { db, sms } = services
  return pollProvider(db, 'sms', async (since) => {
    const events = await sms.eventsSince(since)
    return handleEach(events, (event) => handleSmsEvent(services, event))
  })
}

async function handleSmsEvent(
  { db, numbers }: EventServices,
  event: SmsEvent | UnreadableSmsEvent,
): Promise<void> {
  switch (event.kind) {
    case 'unreadable':
      throw new Error('the SMS provider lists a message that cannot be read')
    case 'delivered':
    case 'failed':
      if (await writeOutcome(db, event)) recordOutcome(event.kind)
      return
    case 'stopped':
    case 'started':
      return writeAnswer(db, numbers.hashOf(event.phone), event)
  }
}
