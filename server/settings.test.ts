// A bad or missing setting stops the start with a sentence that names it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError, settingNames } from '#server/settings.ts'

const secret = 'ab'.repeat(32)

describe('settings', () => {
  it('stand in .env.example, all of them and no other', () => {
    const text = readFileSync('.env.example', 'utf8')
    const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual([...settingNames].sort())
  })

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [{ WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY'],
    [{ IMAGE_HOSTS: 'https://logos.example' }, 'IMAGE_HOSTS'],
    [{ RATES_PROVIDER: 'guess' }, 'RATES_PROVIDER'],
    [{ RATES_URL: 'file:///etc/passwd' }, 'RATES_URL'],
    [{ PARTNER_CREDIT_MAX: '0' }, 'PARTNER_CREDIT_MAX'],
    [{ DATABASE_URL: 'postgres://localhost/x' }, 'SECRET_KEY'],
    [{ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }, 'SECRET_KEY'],
    [
      { NODE_ENV: 'production', SECRET_KEY: secret },
      'SMS_PROVIDER=sandbox and CARD_PROVIDER=sandbox',
    ],
  ])('%j is refused by name', (env, name) => {
    expect(() => readSettings(env)).toThrow(SettingsError)
    expect(() => readSettings(env)).toThrow(name)
  })

  it('keep the figures to this machine, wherever the product listens', () => {
    const env = { SECRET_KEY: secret, HOST: '0.0.0.0', METRICS_PORT: '9100' }
    expect(readSettings(env).metricsHost).toBe('127.0.0.1')
    expect(readSettings({ ...env, METRICS_HOST: '10.0.0.7' }).metricsHost).toBe('10.0.0.7')
  })

  it('make a key of their own once, for their owner alone', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
    try {
      const first = readSettings({ DATA_DIR: dataDir })
      expect(readSettings({ DATA_DIR: dataDir }).secretKey).toEqual(first.secretKey)
      expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  it('switch the demonstration off in production', () => {
    const env = {
      NODE_ENV: 'production',
      SECRET_KEY: secret,
      NUMBERS_KEY: secret,
      ALLOW_SANDBOX: '1',
    }
    expect(readSettings(env)).toMatchObject({ demoCatalogue: false, welcomeCredit: false })
    expect(readSettings({ SECRET_KEY: secret })).toMatchObject({ demoCatalogue: true })
  })
})
