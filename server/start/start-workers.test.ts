// Tests that every serving process reads the settings that the first one has chosen.
import { expect, it } from 'vitest'
import { readSettings } from '#server/settings/settings.ts'
import { environmentOf } from './start-workers.ts'

const keys = { SECRET_KEY: '5f'.repeat(32), NUMBERS_KEY: '6a'.repeat(32) }
const databaseUrl = 'postgres://chosen/db'

it('a serving process gets the database, key, inbox token, catalogue and console of the first one', () => {
  const settings = {
    ...readSettings({ ...keys, DEMO_CATALOGUE: '0' }),
    devInboxToken: 'a_token-of-letters',
    consolePort: 4_200,
  }
  const environment = environmentOf(settings, databaseUrl)
  expect(environment).toEqual({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: keys.SECRET_KEY,
    DEV_INBOX_TOKEN: 'a_token-of-letters',
    DEMO_CATALOGUE: '0',
    CONSOLE_PORT: '4200',
  })
  const { NUMBERS_KEY } = keys
  expect(readSettings({ NUMBERS_KEY, ...environment })).toMatchObject({
    ...{ databaseUrl, secretKey: settings.secretKey, devInboxToken: settings.devInboxToken },
    ...{ demoCatalogue: false, consolePort: 4_200 },
  })
})

it('has no console where the first one has none, and the catalogue where it has one', () => {
  const settings = { ...readSettings({ ...keys, DEMO_CATALOGUE: '1' }), consolePort: undefined }
  expect(environmentOf(settings, databaseUrl)).toEqual({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: keys.SECRET_KEY,
    DEMO_CATALOGUE: '1',
  })
})
