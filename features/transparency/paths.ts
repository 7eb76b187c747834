// Names the addresses of the transparency page and of its figures.
export const paths = {
  transparency: '/transparency',
  json: '/transparency.json',
  page: (page: number) => `/transparency?page=${page}`,
  jsonPage: (page: number) => `/transparency.json?page=${page}`,
} as const
