// Provides a signed-in person for tests of pages. For tests only.
import type { Profile } from '#features/people/people-calls.ts'

/** A passport with kilograms and both names; each test overrides fields. */
export const ada: Profile = {
  ...{ id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10', phone: '+447700900123', language: 'en' },
  ...{ firstName: 'Ada', lastName: 'King', nickname: null, hide_from_leaderboards: false },
  ...{ holder_name: null, is_welcomed: true },
  ...{ country: 'GB', currency: 'GBP', symbol: '£', updated: '2026-11-20T09:30:00.000Z' },
  ...{ total_offsets: 120, retired_kg: 0, eco_score: 35 },
  ...{ eco_league: 'bronze', offset_league: 'silver' },
}

/** The signing key of her browser: 32 bytes, counted up. */
export const terminal = { id: 'terminal_1', key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' }
