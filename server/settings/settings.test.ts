// Tests that a bad or missing setting stops the start with a sentence that names it.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { demonstration, sellerSettings } from '#tests/support/demonstration.ts'
import { findResembling } from './resembling-settings.ts'
import { readSettings, SettingsError } from './settings.ts'
import { settingNames } from './settings-shape.ts'

const secret = 'ab'.repeat(32)

function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
}

describe('settings', () => {
  it('are in .env.example, all of them and no other', () => {
    const text = readFileSync('.env.example', 'utf8')
    const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual([...settingNames].sort())
  })

  it('have the defaults of .env.example', () => {
    const text = readFileSync('.env.example', 'utf8')
    const told = Object.fromEntries(
      [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    const keys = { SECRET_KEY: secret, NUMBERS_KEY: secret }
    // There the address of a development machine replaces a missing one.
    const usual = readSettings({ ...keys, PUBLIC_URL: told.PUBLIC_URL })
    expect(readSettings({ ...told, ...keys })).toEqual(usual)
    expect(readSettings(keys)).toMatchObject({ publicUrl: told.PUBLIC_URL, logLevel: 'warn' })
  })

  it('of blanks alone count as missing', () => {
    const keys = { SECRET_KEY: secret, NUMBERS_KEY: secret }
    const blanks = Object.fromEntries(settingNames.map((name) => [name, ' \t']))
    expect(readSettings({ ...blanks, ...keys })).toEqual(readSettings(keys))
  })

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'https://passport.example/app' }, 'PUBLIC_URL: must be an origin'],
    [{ PUBLIC_URL: 'https://a:b@passport.example' }, 'PUBLIC_URL: must be an origin'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [{ DEV_INBOX_PASSWORD: 'eleven-long' }, 'DEV_INBOX_PASSWORD'],
    [{ WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY'],
    [{ IMAGE_HOSTS: 'https://logos.example' }, 'IMAGE_HOSTS'],
    [{ SELLER_NAME: 'بنك Kilogram' }, 'SELLER_NAME: must be in Latin, Greek or Cyrillic letters'],
    [{ SELLER_ADDRESS: '北京市' }, 'SELLER_ADDRESS: must be in Latin, Greek or Cyrillic letters'],
    [{ SELLER_REGISTER: 'ทะเบียน 1' }, 'SELLER_REGISTER: must be in Latin, Greek or Cyrillic'],
    [{ RATES_PROVIDER: 'guess' }, 'RATES_PROVIDER'],
    [{ RATES_URL: 'file:///etc/passwd' }, 'RATES_URL'],
    [{ PARTNER_CREDIT_MAX: '0' }, 'PARTNER_CREDIT_MAX'],
    [{ PRICE_BAND: '1.00-0.0005' }, 'PRICE_BAND'],
    [{ PRICE_BAND: '0-1' }, 'PRICE_BAND'],
    [{ PRICE_BAND: '1' }, 'PRICE_BAND'],
    [{ DATABASE_URL: 'postgres://localhost/x' }, 'SECRET_KEY'],
    [{ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }, 'SECRET_KEY'],
    [{ NODE_ENV: 'production', SECRET_KEY: secret }, 'SMS_PROVIDER=sandbox'],
  ])('%j is refused by name', (env, name) => {
    expect(() => readSettings(env)).toThrow(SettingsError)
    expect(() => readSettings(env)).toThrow(name)
  })

  it('have none that makes a process fail: FAIL_AT of the tests is ignored', () => {
    const before = faultsOf({ NODE_ENV: 'production' })
    expect(faultsOf({ NODE_ENV: 'production', FAIL_AT: 'after:insert-sessions' })).toEqual(before)
    expect(settingNames).not.toContain('FAIL_AT')
  })

  it('that are missing, wrong or unsafe in production are all named at once', () => {
    const env = {
      NODE_ENV: 'production',
      PORT: 'http',
      DATABSE_URL: 'postgres://localhost/x',
      PUBLIC_URL: 'http://passport.example',
      SMS_PROVIDER: 'twilio',
      TWILIO_FROM: '!',
      GOOGLE_WALLET_PROVIDER: 'google',
      PASS_KEY: 'no key',
    }
    expect(faultsOf(env)).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^TWILIO_FROM: must be a number/),
      expect.stringMatching(/^SECRET_KEY is required/),
      expect.stringMatching(/^NUMBERS_KEY is required/),
      expect.stringMatching(/^DATABASE_URL is required .* ALLOW_EMBEDDED_DATABASE=1\.$/),
      expect.stringMatching(/^PUBLIC_URL must begin with https .* ALLOW_HTTP=1\.$/),
      expect.stringMatching(/^RATES_PROVIDER=bundled must not .* ALLOW_BUNDLED_RATES=1\.$/),
      expect.stringMatching(/^LEGAL_DIR is required .* ALLOW_NO_LEGAL=1\.$/),
      expect.stringMatching(/^CARD_PROVIDER=sandbox must not .* ALLOW_SANDBOX=1\.$/),
      ...Object.keys(sellerSettings).map((name) =>
        expect.stringMatching(new RegExp(`^${name} is required in production: `)),
      ),
      'DATABSE_URL is no setting. Is DATABASE_URL meant? Correct or remove it.',
      expect.stringMatching(/^TWILIO_ACCOUNT_SID is required/),
      expect.stringMatching(/^SMS_PROVIDER=twilio requires TWILIO_API_KEY_SID/),
      expect.stringMatching(/^GOOGLE_WALLET_ISSUER_ID is required/),
      expect.stringMatching(/^GOOGLE_WALLET_ACCOUNT is required/),
      expect.stringMatching(/^GOOGLE_WALLET_KEY is required/),
      expect.stringMatching(/^PASS_CERTIFICATE, .* are missing/),
    ])
  })

  describe('of tax', () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'rates-'))
    })
    afterAll(() => rmSync(folder, { recursive: true }))
    function faultsOfFile(bytes: string | Buffer): string[] {
      const file = join(folder, 'rates.csv')
      writeFileSync(file, bytes)
      return [...faultsOf({ SECRET_KEY: secret, TAX: file })]
    }

    it('are none, or a file of rates', () => {
      expect(readSettings({ SECRET_KEY: secret }).tax.rates).toEqual([])
      expect(readSettings({ SECRET_KEY: secret, TAX: 'none' }).tax.rates).toEqual([])
      expect(faultsOfFile('country,rate,from\n*,0,2026-01-01\n')).toEqual([])
      const { tax } = readSettings({ SECRET_KEY: secret, TAX: join(folder, 'rates.csv') })
      expect(tax.rates).toEqual([{ country: '*', rate: '0', from: '2026-01-01', reason: null }])
    })

    it('stop the start with a sentence for each fault of the file', () => {
      expect(faultsOf({ SECRET_KEY: secret, TAX: join(folder, 'none.csv') })).toEqual([
        expect.stringMatching(/^TAX: the file .* cannot be read/),
      ])
      expect(faultsOf({ SECRET_KEY: secret, TAX: folder })).toEqual([
        expect.stringMatching(/^TAX: the file .* cannot be read/),
      ])
      expect(faultsOfFile(Buffer.from([0xff]))).toEqual([
        expect.stringMatching(/^TAX: the file .* is not in UTF-8/),
      ])
      expect(faultsOfFile('x'.repeat(1_048_577))).toEqual([
        expect.stringMatching(/^TAX: .* is larger than 1 MiB/),
      ])
      expect(faultsOfFile('country,rate,from\n*,x,2026-01-01\nde,1,2026-01-01')).toEqual([
        expect.stringMatching(/^TAX: .*: line 2: the rate/),
        expect.stringMatching(/^TAX: .*: line 3: the country/),
      ])
    })
  })

  describe('of witnesses', () => {
    let file: string
    beforeAll(() => {
      file = join(mkdtempSync(join(tmpdir(), 'witnesses-')), 'policy')
    })
    afterAll(() => rmSync(dirname(file), { recursive: true }))
    const key = witnessKeyText(createWitnessSigner('w.example/w', Buffer.alloc(32, 1)))
    const one = `witness one ${key} https://w.example/\nquorum one\n`
    function read(text: string | Buffer, seconds?: string) {
      writeFileSync(file, text)
      const given = { SECRET_KEY: secret, LOG_WITNESSES: file }
      return seconds === undefined ? given : { ...given, LOG_WITNESS_SECONDS: seconds }
    }

    it('are none, or a policy with the address of each', () => {
      expect(readSettings({ SECRET_KEY: secret }).logWitnesses).toBeUndefined()
      const { logWitnesses } = readSettings(read(one, 'one=3600'))
      expect(logWitnesses?.policy.witnesses.map(({ url }) => url)).toEqual(['https://w.example/'])
      expect(logWitnesses?.secondsByName).toEqual(new Map([['one', 3_600]]))
    })

    it.each<[string, string | Buffer, string | undefined, RegExp]>([
      ['a bad line', 'witness one x\nquorum one', undefined, /policy: Line 1: "x" is no key/],
      ['no witness', 'quorum none', undefined, /^LOG_WITNESSES: .* names no witness\.$/],
      ['no address', one.replace(' https://w.example/', ''), undefined, /one has no address\.$/],
      ['a limit of another', one, 'two=5', /^LOG_WITNESS_SECONDS: .* names no witness two\.$/],
      ['a limit without seconds', one, 'one', /^LOG_WITNESS_SECONDS: must be such as/],
      ['other bytes', Buffer.from([0xff]), undefined, /is not in UTF-8/],
      ['too many bytes', `#${'x'.repeat(1_048_577)}`, undefined, /is larger than 1 MiB\.$/],
    ])('stop the start with %s', (_case, text, seconds, fault) => {
      expect(faultsOf(read(text, seconds))).toEqual([expect.stringMatching(fault)])
    })

    it('stop the start without their file', () => {
      const missing = { SECRET_KEY: secret, LOG_WITNESSES: `${file}-none` }
      expect(faultsOf(missing)).toEqual([expect.stringMatching(/cannot be read/)])
      expect(faultsOf({ SECRET_KEY: secret, LOG_WITNESS_SECONDS: 'one=5' })).toEqual([
        'LOG_WITNESS_SECONDS: it needs the policy of LOG_WITNESSES.',
      ])
    })
  })

  it('of previous versions are refused with the names of their successors', () => {
    const [fault, ...others] = faultsOf({ SECRET_KEY: secret, PARTNER_CREDIT_LINE: '100' })
    expect(fault).toMatch(/^PARTNER_CREDIT_LINE is gone: .* Remove it\.$/)
    expect(others).toEqual([])
    expect(faultsOf({ SECRET_KEY: secret, PARTNER_CREDIT_LINE: '' })).toEqual([])
  })

  it('of a demonstration are allowed in production, each by a word of its own', () => {
    const words = ['SANDBOX', 'EMBEDDED_DATABASE', 'HTTP', 'BUNDLED_RATES', 'NO_LEGAL'] as const
    const production = { NODE_ENV: 'production', ...sellerSettings }
    const keys = { ...production, SECRET_KEY: secret, NUMBERS_KEY: secret }
    const allowed = Object.fromEntries(words.map((word) => [`ALLOW_${word}`, '1']))
    expect(faultsOf({ ...keys, ...allowed })).toEqual([])
    for (const word of words) {
      const faults = faultsOf({ ...keys, ...allowed, [`ALLOW_${word}`]: '0' })
      expect(faults.length).toBeGreaterThan(0)
      for (const fault of faults) expect(fault).toContain(`ALLOW_${word}=1`)
    }
  })

  it('of one port for two listeners are refused, and the console keeps off the metrics', () => {
    const ports = { PORT: '3000', METRICS_PORT: '3001' }
    expect(faultsOf(ports)).toEqual([])
    expect(readSettings(ports).consolePort).toBe(0)
    expect(readSettings({ ...ports, METRICS_PORT: '3002' }).consolePort).toBe(3001)
    expect(faultsOf({ ...ports, CONSOLE_PORT: '3001' })).toEqual([
      'METRICS_PORT must have another port than CONSOLE_PORT.',
    ])
    expect(faultsOf({ PORT: '3000', METRICS_PORT: '3000', CONSOLE_PORT: '3000' })).toEqual([
      'CONSOLE_PORT must have another port than PORT.',
      'METRICS_PORT must have another port than PORT.',
    ])
    expect(faultsOf({ PORT: '0', METRICS_PORT: '0', CONSOLE_PORT: '0' })).toEqual([])
  })

  it.each([
    [{ CONSOLE_PORT: '3001' }, /^CONSOLE_URL is required with CONSOLE_PORT/],
    [{ CONSOLE_URL: 'https://passport.example' }, /^CONSOLE_URL must have another host/],
    [{ CONSOLE_URL: 'https://passport.example:8443' }, /^CONSOLE_URL must have another host/],
    [{ CONSOLE_URL: 'http://console.passport.example' }, /^CONSOLE_URL must begin with https/],
  ])('of the console are refused in production: %j', (values, fault) => {
    const allowed = {
      ALLOW_SANDBOX: '1',
      ALLOW_EMBEDDED_DATABASE: '1',
      ALLOW_BUNDLED_RATES: '1',
      ALLOW_NO_LEGAL: '1',
    }
    const production = { NODE_ENV: 'production', ...sellerSettings }
    const keys = { ...production, SECRET_KEY: secret, NUMBERS_KEY: secret }
    const env = { ...keys, ...allowed, PUBLIC_URL: 'https://passport.example' }
    expect(faultsOf({ ...env, ...values })).toEqual([expect.stringMatching(fault)])
    expect(faultsOf({ ...env, CONSOLE_URL: 'https://console.passport.example' })).toEqual([])
    expect(readSettings({ ...env }).consolePort).toBeUndefined()
  })

  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PORTS', 'PORT'],
    ['ALLOW_SANDBOXES', 'ALLOW_SANDBOX'],
    ['SMS_ALOWED_CALING_CODES', 'SMS_ALLOWED_CALLING_CODES'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TRUST_PROXY', 'TRUSTED_PROXIES'],
    ['PROXIES_TRUSTED', 'TRUSTED_PROXIES'],
    ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
    ['TWILIO_TOKEN', 'TWILIO_AUTH_TOKEN'],
    ['SMS_CALLING_CODE', 'SMS_ALLOWED_CALLING_CODES'],
  ])('%s is recognised as a slip of %s', (name, similar) => {
    expect(findResembling([name], settingNames)).toEqual([{ name, similar }])
  })

  it('are not confused with variables of every machine', () => {
    const usual =
      'HOME HOSTNAME PATH PWD USER SHELL TERM LANG TZ PAGER NODE_OPTIONS NODE_PATH NODE_VERSION ' +
      'PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET ' +
      'LOGNAME MAIL SSH_AUTH_SOCK http_proxy no_proxy npm_config_cache NODE_UNIQUE_ID ' +
      'HOSTING AUTH_TOKEN API_KEY SECRET_TOKEN WEBHOOK_SECRET GOOGLE_API_KEY SMTP_HOST LOG_FILE'
    expect(findResembling([...usual.split(' '), ...settingNames], settingNames)).toEqual([])
  })

  it('keep the metrics to this machine, at any address of the product', () => {
    const env = { SECRET_KEY: secret, HOST: '0.0.0.0', METRICS_PORT: '9100' }
    expect(readSettings(env).metricsHost).toBe('127.0.0.1')
    expect(readSettings({ ...env, METRICS_HOST: '10.0.0.7' }).metricsHost).toBe('10.0.0.7')
  })

  it('have the value of their own name, in the unit of the name', () => {
    const names = {
      SMS_HOUR_MAX: 11,
      SMS_DAY_MAX: 12,
      SMS_COUNTRY_HOUR_MAX: 13,
      CARD_MINIMUM_EUR: 14,
      CARD_MINIMUM_GBP: 15,
      CARD_MINIMUM_TRY: 16,
      CARD_MINIMUM_USD: 17,
      OPEN_RESERVATIONS_MAX: 18,
      OPEN_KG_MAX: 190_000,
      REWARDS_BUDGET: 20,
      PARTNER_CREDIT_MAX: 21,
      OWN_PROGRAMMES_LINE: 22,
      PARTNER_ROTATION_HOURS: 23,
      PORT: 24,
      METRICS_PORT: 25,
      WEB_CONCURRENCY: 26,
      TRUSTED_PROXIES: 7,
      CONNECTIONS_MAX: 28,
      CONNECTIONS_PER_ADDRESS: 29,
      DATABASE_CONNECTIONS: 30,
      TIMEOUT_FACTOR: 31,
    }
    const texts = Object.entries(names).map(([name, value]) => [name, String(value)])
    const words = {
      PUBLIC_URL: 'https://Passport.example:443/',
      DATABASE_URL: 'postgres://one/x',
      DATABASE_REPLICA_URL: 'postgres://two/x,postgresql://three/x',
      OPERATOR_DATABASE_URL: 'postgres://four/x',
      ERASURES_FILE: '/elsewhere/erasures',
      LOG_LEVEL: 'debug',
      SMS_ALLOWED_CALLING_CODES: '44,90',
      IMAGE_HOSTS: 'a.example,b.example:8443',
      PRICE_BAND: '0.01-2',
      APNS_URL: 'https://push.example',
      SELLER_NAME: 'Żółć & Πωλητής №1, Юлія',
      SELLER_ADDRESS: '1 Road',
      SELLER_VAT_NUMBER: 'GB1',
      SELLER_TAX_NUMBER: '12/345',
      SELLER_REGISTER: 'HRB 1',
      SELLER_COUNTRY: 'IE',
      SELLER_CURRENCY: 'TRY',
      SUPPORT_EMAIL: 'help@passport.example',
      DEV_INBOX_PASSWORD: 'long enough for it',
    }
    const env = { ...Object.fromEntries(texts), ...words }
    expect(readSettings({ SECRET_KEY: secret, ...env })).toMatchObject({
      publicUrl: 'https://passport.example',
      logOrigin: 'passport.example/log',
      logOriginIsChosen: true,
      databaseUrl: 'postgres://one/x',
      databaseReplicaUrls: ['postgres://two/x', 'postgresql://three/x'],
      operatorDatabaseUrl: 'postgres://four/x',
      erasuresFile: '/elsewhere/erasures',
      logLevel: 'debug',
      allowedCallingCodes: ['44', '90'],
      imageHosts: ['a.example', 'b.example:8443'],
      priceBand: { lowMicros: 10_000, highMicros: 2_000_000 },
      apnsUrl: 'https://push.example',
      seller: {
        ...{ name: 'Żółć & Πωλητής №1, Юлія', address: '1 Road' },
        ...{ vatNumber: 'GB1', email: 'help@passport.example' },
      },
      sellerCountry: 'IE',
      sellerCurrency: 'TRY',
      devInboxPassword: 'long enough for it',
      port: 24,
      metricsPort: 25,
      processes: 26,
      trustedProxies: 7,
      connectionsMax: 28,
      connectionsPerAddress: 29,
      databaseConnections: 30,
      timeoutFactor: 31,
      smsBudgets: { hourMax: 11, dayMax: 12, countryHourMax: 13 },
      cardMinimumMinor: { EUR: 14, GBP: 15, TRY: 16, USD: 17 },
      openReservationsMax: 18,
      openKgMax: 190_000,
      rewardsBudgetMinor: 2_000,
      partnerCreditMaxMinor: 21,
      ownProgrammesLineMinor: 2_200,
      partnerRotationHours: 23,
    })
  })

  it('read a key of 32 bytes in hex and in base64url, each into its own place', () => {
    const keys = { SECRET_KEY: 1, SECRET_KEY_PREVIOUS: 2, NUMBERS_KEY: 3, LOG_KEY: 4 }
    for (const encoding of ['hex', 'base64url'] as const) {
      const texts = Object.entries(keys).map(([name, byte]) => [
        name,
        Buffer.alloc(32, byte).toString(encoding),
      ])
      expect(readSettings(Object.fromEntries(texts))).toMatchObject({
        secretKey: Buffer.alloc(32, 1),
        previousSecretKey: Buffer.alloc(32, 2),
        numbersKey: Buffer.alloc(32, 3),
        logKey: Buffer.alloc(32, 4),
      })
    }
  })

  it('make missing keys once, for their owner alone, and no two the same', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
    try {
      const first = readSettings({ DATA_DIR: dataDir })
      const { secretKey, numbersKey } = readSettings({ DATA_DIR: dataDir })
      expect([secretKey, numbersKey]).toEqual([first.secretKey, first.numbersKey])
      expect(secretKey).not.toEqual(numbersKey)
      expect(first).toMatchObject({ previousSecretKey: undefined, logOriginIsChosen: false })
      expect(first.erasuresFile).toBe(join(dataDir, 'erasures'))
      expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  it('switch the demonstration off in production', () => {
    const env = {
      ...demonstration,
      SECRET_KEY: secret,
      NUMBERS_KEY: secret,
      DATABASE_URL: 'postgres://localhost/x',
    }
    expect(readSettings(env)).toMatchObject({
      ...{ demoCatalogue: false, welcomeCredit: false, logLevel: 'info' },
    })
    expect(readSettings({ SECRET_KEY: secret })).toMatchObject({
      ...{ demoCatalogue: true, welcomeCredit: true, logLevel: 'warn' },
    })
  })
})
