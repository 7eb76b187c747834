// Declares the paths of the transparency page and of its JSON.
import { getTransparency } from './transparency-calls.ts'

export const paths = {
  transparency: '/transparency',
  json: getTransparency.path,
  page: (page: number) => `/transparency?page=${page}`,
  jsonPage: (page: number) => `${getTransparency.path}?page=${page}`,
} as const
