// Formats whole numbers. Formats are not cached, because the offline verifier changes its language.
import { personLocale } from '#web/person-locale.ts'

export const formatCount = (value: number): string => value.toLocaleString(personLocale())
