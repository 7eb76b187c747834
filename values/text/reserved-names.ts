// Finds names that only the product or its staff may have. These are its own name, offices such as
// "Support", words about codes, and the boards' placeholder for a user without a name. Pure.
import { anyLetter, asLookAlikes, lookAlikeWords } from './look-alike-words.ts'
import { skeleton } from './look-alikes.ts'
import { isNearSpelling } from './near-spelling.ts'

/** Start of the product's name, also of "Carbon Pass" and of its translations. */
const product = ['carbonpas']

/** Word stems that occur in no ordinary name. They are found inside of words, too. */
const stems = wordsOf(
  'support suporte soporte assistenza ondersteuning unterstutzung helpdesk customer ' +
    'kundendienst kundenservice klantenservice klantendienst hizmetleri administr amministr ' +
    'beheerder verwaltung moderator moderateur moderador official officiel offiziell ' +
    'ufficiale operator webmaster superuser security securite seguridad sicurezza sicherheit ' +
    'veiligheid beveiliging verification verificat verificac verificar verifizier dogrulama ' +
    'mitarbeiter medewerker employe empleado impiegat dipendent goldstandard ' +
    'passport paspoort reisepass pasaport passaport pasaporte passeport postmaster ' +
    'bestatigung uberpruf password passwort wachtwoord contrasena passcode kennwort motdepasse ' +
    'assistanc asistenci noreply donotreply onetimecode authenticat membership mitglied musteri kundenbetreu ' +
    'kundenberat einmalcode geverifieerd dogruland callcenter',
)

/**
 * Words that are reserved as whole words only. Names such as Memberto, Adminah and Otpal begin with
 * one.
 */
const words = wordsOf(
  'admin admins sysadmin member members membre membres miembro miembros membro membri team ' +
    'teams verify verified verifie verificado guvenlik destek yonetici hotline helpline otp ' +
    'otps oficial verifica',
)

/**
 * Words for a member, as boards show one without a name, in languages in which the word is also a name.
 * They are reserved with a number.
 */
const memberWords = wordsOf('lid uye')

/**
 * Words that are also ordinary words or names, such as Bank and Root. They are reserved if the name has
 * no other word.
 */
const loneWords = wordsOf(
  'apple google stripe twilio bank root staff system service services help welcome somebody ' +
    'code codes carbon passport pasaport paspoort passaporto pasaporte passeport reisepass ' +
    'billing log login sign signin mod mods hilfe hulp ayuda aiuto yardim equipo equipe ekip squadra ' +
    'codigo codice pincode account payments refunds headquarters agent moderation fraud ' +
    'compliance accounts atencion servicio servizio dienst departamento abteilung afdeling ' +
    'remboursements rimborsi rimborso reembolsos erstattung ruckerstattung terugbetaling iade ' +
    'kohlenstoffpass koolstofpaspoort kod sifre parola beheer infoline zahlung zahlungsdienst ' +
    'betaling paiement pago pagamento odeme anmelde anmelden anmeldung einlog einloggen inlog ' +
    'inloggen zugangs toegangs connexion acceso accesso giris kodu pin totp mfa calisan personale ' +
    'confirmation confirmacion conferma invoice rechnung facture facturation factura facturacion fattura ' +
    'fatturazione fatura factuur voucher gutschein warning warnung avertissement aviso avviso uyari ' +
    'waarschuwing notification notificacion notifica benachrichtigung melding bildirim paypal visa ' +
    'mastercard klarna amazon police polizei legal registry safety emergency finanzamt hmrc ceo server',
).flatMap((word) => [word, word.replace(/s$/, '')])

/** The registry Verra, also reserved if alone. Only its two letters r tell it from the name Vera. */
const verra = '[vu][e3]+rr[a4]+'

/** Filler words. A reserved lone word stays reserved next to them. */
const fillers = wordsOf(
  'the your our my of from by for and at in to is this der die das ihr dein von vom le la ' +
    'les el il lo los het de du des del di da votre tu su je jouw uw van mr new real live ' +
    'chat line desk center centre office contact us app hq cp co ltd inc gmbh uk gb eu pin ' +
    'sms access acces pay card wallet pass id key secret here now online ' +
    'global group bot alert alerts info notice message web site super sys head chief client ' +
    'clients cliente clientes clienti clientele kunden klanten al zu zum zur per con ' +
    'carbone carbono carbonio karbon koolstof kohlenstoff offset offsets fa mfa auth ' +
    'unique unico one time single eenmalige tek kullanimlik birimi ' +
    'activation activacion activering aktivierung aktivierungs freischalt aktivasyon attivazione onay ' +
    'confirm confirmation reset recovery dept department prevention reward rewards gift gifts care',
)

const isLong = (word: string) => word.length >= 5
const stemPattern = new RegExp(lookAlikeWords([...product, ...stems], 'any'))
/**
 * Short words. With blanks between letters they match only if each letter has one: "O.T.P.", but not
 * "Tea M.".
 */
const shortWords = words.filter((word) => !isLong(word))
const spelledWords = [
  lookAlikeWords(words.filter(isLong), 'any'),
  lookAlikeWords(shortWords, 'none'),
  lookAlikeWords(shortWords, 'each'),
].join('|')
const wholeWord = new RegExp(`(?<!${anyLetter})(?:${spelledWords})(?!${anyLetter})`)

const memberWithNumber = new RegExp(
  `^(?=.*\\d).*(?<!${anyLetter})(?:${lookAlikeWords(memberWords, 'any')})(?!${anyLetter})`,
)

/** The product's name and its short form. A name that begins with one, but for a typing error, is reserved. */
const productNames = ['carbonpassport', 'carbonpass'].map(skeleton)

const filler = new RegExp(`^(?:\\d+|\\d*(?:${lookAlikeWords(fillers, 'none')})\\d*)$`)
/**
 * Fillers that may be joined with other words, as in "TheCarbonTeam". Fillers of two letters are part
 * of many names.
 */
const longFillers = fillers.filter((word) => word.length >= 3)
const reservedOrFiller = new RegExp(
  `(${verra}|${lookAlikeWords([...words, ...loneWords], 'none')})|${lookAlikeWords(longFillers, 'none')}|\\d`,
  'g',
)

/**
 * Number of characters that are compared. The rest of a longer name is ignored, to limit the time of
 * the patterns.
 */
const comparedMax = 60

/** Letters of Han, Kana, Bopomofo and Hangul, and those that they share, such as ー and 〆. */
const asian = `[${['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}]`
/** Matches between a Latin word and one in a script that is written without blanks next to it. */
const betweenScripts = new RegExp(
  `(?<=\\p{Script=Latin})(?=${asian})|(?<=${asian})(?=\\p{Script=Latin})`,
  'gu',
)

export function isReservedName(name: string): boolean {
  const compared = name.slice(0, comparedMax)
  // Splits joined words, so that "CarbonTeam" and "李Team" are also checked as two words.
  const words = compared.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ').replace(betweenScripts, ' ')
  return (
    [compared, words].some((each) => claimsOffice(asLookAlikes(each))) ||
    beginsLikeProduct(skeleton(compared))
  )
}

function beginsLikeProduct(letters: string): boolean {
  return productNames.some((name) =>
    [-1, 0, 1].some((more) => isNearSpelling(letters.slice(0, name.length + more), name)),
  )
}

function claimsOffice(letters: string): boolean {
  if (stemPattern.test(letters) || wholeWord.test(letters) || memberWithNumber.test(letters))
    return true
  // A family name such as Van der Bank.
  if (/^van (?:der|den|ter|ten) /.test(letters)) return false
  // Drops the article of "Code d’accès", but no initial at either end.
  const parts = letters
    .replace(/(?<= )[dl] (?=\w)/g, '')
    .split(' ')
    .filter((part) => part !== '')
  const claims = parts.filter(isReservedWhole)
  return claims.length > 0 && parts.every((part) => claims.includes(part) || filler.test(part))
}

/**
 * Returns true if a word consists of reserved words, fillers and digits, with at least one reserved
 * word.
 */
function isReservedWhole(word: string): boolean {
  const matches = [...word.matchAll(reservedOrFiller)]
  const length = matches.reduce((sum, [each]) => sum + each.length, 0)
  return length === word.length && matches.some(([, reserved]) => reserved !== undefined)
}

function wordsOf(list: string): string[] {
  return list.split(' ')
}
