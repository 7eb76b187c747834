// Writes the lines that the start prints once the product serves: its address, where codes appear, and the console.
import { isSandbox } from '#providers/provider-table.ts'
import { consoleUrlOf } from '#server/console/open-console.ts'
import type { Settings } from '#server/settings/settings.ts'

/** Returns the lines. `invitation` is the token of a developer's invitation to the console, or null. */
export function welcomeLines(
  settings: Settings,
  port: number,
  invitation: string | null,
): readonly string[] {
  const address = settings.publicUrlIsDefault ? `http://localhost:${port}` : settings.publicUrl
  const consoleUrl = settings.consolePort === undefined ? null : consoleUrlOf(settings)
  return [
    `Carbon Passport is ready: ${address}`,
    ...(isSandbox(settings.sms)
      ? [`Sign-in codes appear ${inboxPlaces(settings, address)} (sandbox: no real SMS).`]
      : []),
    ...(consoleUrl === null
      ? []
      : [
          `Console for staff: ${consoleUrl}${invitation === null ? '' : `/invitation/${invitation}`}`,
        ]),
  ]
}

/**
 * Returns the places where codes appear. Outside production the address contains the token that opens
 * the inbox; in production only the password opens it.
 */
function inboxPlaces(settings: Settings, address: string): string {
  const { production, devInboxPassword, devInboxToken } = settings
  if (!production) return `here and at ${address}/dev/messages?token=${devInboxToken}`
  return devInboxPassword === undefined ? 'here' : `here and at ${address}/dev/messages`
}
