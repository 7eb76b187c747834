// The sentences of every SMS in each language. Pure. Codes stand first, and each language's code fits
// one SMS: only letters that the short GSM alphabet has (no ó, ç, ı, no curved quotes).
import type { Language } from '#values/languages.ts'

/** `kg` is a number in the language's own writing, `project` a name, `id` a transaction's. */
type Bought = { readonly kg: string; readonly project: string; readonly id: string }
type Given = {
  readonly sender: string
  readonly kg: string
  readonly project: string
  /** The giver's words in quotes after a blank, or nothing. */
  readonly note: string
  readonly url: string
}

export type MessageWords = {
  readonly code: (code: string) => string
  readonly bought: (purchase: Bought) => string
  /** To the giver of a gift. */
  readonly giftSent: (purchase: Bought) => string
  /** To its receiver. */
  readonly giftReceived: (gift: Given) => string
  /** A giver without a name and a number. */
  readonly somebody: string
}

export const messageWords: Readonly<Record<Language, MessageWords>> = {
  en: {
    code: (code) => `${code} is your Carbon Passport code.`,
    bought: ({ kg, project, id }) =>
      `${kg} kg from ${project} are in your Carbon Passport (${id}).`,
    giftSent: ({ kg, project, id }) =>
      `Your gift of ${kg} kg from ${project} is on its way (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} gave you ${kg} kg of carbon offsets from ${project}.${note} See them: ${url}`,
    somebody: 'Somebody',
  },
  nl: {
    code: (code) => `${code} is je code voor Carbon Passport.`,
    bought: ({ kg, project, id }) =>
      `Je Carbon Passport telt ${kg} kg meer, uit ${project} (${id}).`,
    giftSent: ({ kg, project, id }) => `Je cadeau van ${kg} kg uit ${project} is onderweg (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} geeft je ${kg} kg klimaatbijdrage uit ${project} cadeau.${note} Bekijk het: ${url}`,
    somebody: 'Iemand',
  },
  fr: {
    code: (code) => `${code} est votre code Carbon Passport.`,
    bought: ({ kg, project, id }) =>
      `Votre Carbon Passport compte ${kg} kg de plus, du projet ${project} (${id}).`,
    giftSent: ({ kg, project, id }) =>
      `Votre cadeau de ${kg} kg du projet ${project} est en route (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} vous offre ${kg} kg de contribution carbone du projet ${project}.${note} À voir ici : ${url}`,
    somebody: "Quelqu'un",
  },
  es: {
    code: (code) => `${code} es tu clave de Carbon Passport.`,
    bought: ({ kg, project, id }) => `Tu Carbon Passport suma ${kg} kg más, de ${project} (${id}).`,
    giftSent: ({ kg, project, id }) => `Tu regalo de ${kg} kg de ${project} va en camino (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} te regala ${kg} kg de contribución climática de ${project}.${note} Míralo aquí: ${url}`,
    somebody: 'Alguien',
  },
  it: {
    code: (code) => `${code} è il tuo codice Carbon Passport.`,
    bought: ({ kg, project, id }) =>
      `Il tuo Carbon Passport ha ${kg} kg in più, da ${project} (${id}).`,
    giftSent: ({ kg, project, id }) =>
      `Il tuo regalo di ${kg} kg da ${project} è in arrivo (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} ti regala ${kg} kg di contributo per il clima da ${project}.${note} Guarda qui: ${url}`,
    somebody: 'Qualcuno',
  },
  de: {
    code: (code) => `${code} ist dein Code für Carbon Passport.`,
    bought: ({ kg, project, id }) =>
      `In deinem Carbon Passport stehen ${kg} kg mehr, aus ${project} (${id}).`,
    giftSent: ({ kg, project, id }) =>
      `Dein Geschenk von ${kg} kg aus ${project} ist unterwegs (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} schenkt dir ${kg} kg Klimabeitrag aus ${project}.${note} Ansehen: ${url}`,
    somebody: 'Jemand',
  },
  tr: {
    code: (code) => `${code} Carbon Passport kodunuz.`,
    bought: ({ kg, project, id }) =>
      `Carbon Passport'unuza ${kg} kg eklendi, proje: ${project} (${id}).`,
    giftSent: ({ kg, project, id }) => `${kg} kg hediyeniz yola çıktı, proje: ${project} (${id}).`,
    giftReceived: ({ sender, kg, project, note, url }) =>
      `${sender} size ${kg} kg karbon katkısı hediye etti, proje: ${project}.${note} Görmek için: ${url}`,
    somebody: 'Birisi',
  },
}
