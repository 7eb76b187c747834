// Opens the services of the use cases from the settings and the address of the database.
import { wordFiles } from '#features/passes/pass-words.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openReplicas } from '#platform/database/replicas/replicas.ts'
import { openDrawings } from '#platform/drawing/drawing-thread.ts'
import { createWakeSignal, type WakeSignal } from '#platform/jobs.ts'
import { deriveKeys, openNumberKeys } from '#platform/keys.ts'
import { type Logger, openLog } from '#platform/logger.ts'
import { cardProviders } from '#providers/cards/card-providers.ts'
import { openRates } from '#providers/exchange-rates/rates-providers.ts'
import { openProvider } from '#providers/provider-table.ts'
import { smsProviders } from '#providers/sms/sms-providers.ts'
import { openApns } from '#providers/wallet-pass/apns.ts'
import { openGoogle } from '#providers/wallet-pass/google-wallets.ts'
import { openPassSigner } from '#providers/wallet-pass/pass-signer.ts'
import { openPushSandbox } from '#providers/wallet-pass/sandbox-push.ts'
import { guardProviders } from '#server/guard-providers.ts'
import { messageKinds } from '#server/message-kinds.ts'
import { ownDataParts } from '#server/own-data-parts.ts'
import type { Drawing, Services } from '#server/services.ts'
import type { Settings } from '#server/settings/settings.ts'

export type OpenServices = {
  readonly services: Services
  /** Signal that starts a round of messages immediately. */
  readonly outbox: WakeSignal
  close(): Promise<void>
}

/** Connections for long work, and the timeout of its statements in milliseconds. */
const longWork = { connectionsMax: 2, statementMs: 600_000 }

/** The application name of a server's connections in the database. */
export const serverName = 'carbon-passport'

export async function openServices(
  settings: Settings,
  databaseUrl: string,
  print: (line: string) => void,
  log: Logger = openLog(settings.logLevel),
  clock: () => number = Date.now,
): Promise<OpenServices> {
  const { databaseConnections: connectionsMax, timeoutFactor, publicUrl } = settings
  const db = openDatabase({
    url: databaseUrl,
    connectionsMax,
    timeoutFactor,
    applicationName: serverName,
    indexesOnly: true,
  })
  const longName = `${serverName} long work`
  const longDb = openDatabase({
    ...{ url: databaseUrl, timeoutFactor, applicationName: longName },
    ...longWork,
  })
  const urls = settings.databaseReplicaUrls
  const replicas = openReplicas({ primary: db, urls, connectionsMax, timeoutFactor })
  const host = { databaseUrl, publicUrl, timeoutFactor, clock, log, print }
  const sms = await openProvider(smsProviders, settings.sms, host)
  const cards = await openProvider(cardProviders, settings.cards, host)
  const google = await openGoogle(settings.googleWallet, databaseUrl, publicUrl, timeoutFactor)
  const { passCertificates: certificates, apnsUrl: origin, dataDir } = settings
  const push =
    certificates === undefined
      ? await openPushSandbox(databaseUrl, timeoutFactor)
      : openApns({ origin, certificates })
  const outbox = createWakeSignal()
  const raw = {
    sms: sms.sms,
    cards: cards.cards,
    passPush: push,
    googleWallet: google.googleWallet,
    rates: openRates(settings.rates),
  }
  const guarded = guardProviders(raw, log, timeoutFactor)
  const { secretKey, previousSecretKey } = settings
  const drawings = openDrawings<Drawing>(new URL('./drawing-worker.ts', import.meta.url))
  const numbers = openNumberKeys(settings.numbersKey)
  const services: Services = {
    settings,
    db,
    longDb,
    replicas,
    keys: deriveKeys(secretKey),
    previousKeys: previousSecretKey === undefined ? undefined : deriveKeys(previousSecretKey),
    numbers,
    ownDataParts: ownDataParts(numbers),
    messageKinds,
    ...guarded.providers,
    smsSandbox: sms.smsSandbox,
    cardSandbox: cards.cardSandbox,
    googleSandbox: google.googleSandbox,
    passSigner: openPassSigner({ certificates, dataDir, words: wordFiles() }),
    draw: drawings.draw,
    log,
    clock,
    wakeOutbox: () => outbox.wake(),
  }
  const isOpen = <Each>(each: Each | null): each is Each => each !== null
  const closeables = [replicas, db, longDb, raw.sms, raw.cards, push, raw.googleWallet].filter(
    isOpen,
  )
  return {
    services,
    outbox,
    async close() {
      guarded.close()
      await drawings.close()
      await Promise.all(closeables.map((each) => each.close()))
    },
  }
}
