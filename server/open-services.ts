// Opens what the use cases are handed, from settings and the address of the database.
import { wordFiles } from '#features/wallet-pass/pass-words.ts'
import { openCardSandbox } from '#providers/cards/sandbox.ts'
import { openRates } from '#providers/exchange-rates/open-rates.ts'
import { openSmsSandbox } from '#providers/sms/sandbox.ts'
import { openApns } from '#providers/wallet-pass/apns.ts'
import { openPassSigner } from '#providers/wallet-pass/pass-signer.ts'
import { openPushSandbox } from '#providers/wallet-pass/sandbox-push.ts'
import { type Bell, createBell } from '#server/background.ts'
import { openDatabase } from '#server/database.ts'
import { deriveKeys } from '#server/keys.ts'
import { type Logger, openLog } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'

export type OpenServices = {
  readonly services: Services
  readonly bell: Bell
  moveTo(url: string): Promise<void>
  close(): Promise<void>
}

export function openServices(
  settings: Settings,
  databaseUrl: string,
  print: (line: string) => void,
  log: Logger = openLog(settings.logLevel),
  clock: () => number = Date.now,
): OpenServices {
  const db = openDatabase({
    url: databaseUrl,
    connectionsMax: settings.databaseConnections,
    applicationName: 'carbon-passport',
  })
  const smsSandbox = openSmsSandbox(databaseUrl, print)
  const cardSandbox = openCardSandbox(databaseUrl, clock)
  const pushSandbox = openPushSandbox(databaseUrl)
  const { passCertificates: certificates, apnsUrl: origin, dataDir } = settings
  const passPush = certificates === undefined ? pushSandbox : openApns({ origin, certificates })
  const bell = createBell()
  const { secretKey, previousSecretKey } = settings
  const services: Services = {
    settings,
    db,
    keys: deriveKeys(secretKey),
    previousKeys: previousSecretKey === undefined ? undefined : deriveKeys(previousSecretKey),
    sms: smsSandbox,
    cards: cardSandbox,
    passSigner: openPassSigner({ certificates, dataDir, words: wordFiles() }),
    passPush,
    rates: openRates(settings),
    smsSandbox,
    cardSandbox,
    log,
    clock,
    wakeOutbox: () => bell.ring(),
  }
  const opened = [db, smsSandbox, cardSandbox, pushSandbox]
  return {
    services,
    bell,
    async moveTo(url) {
      await Promise.all(opened.map((each) => each.moveTo(url)))
    },
    async close() {
      await Promise.all([...new Set([...opened, passPush])].map((each) => each.close()))
    },
  }
}
