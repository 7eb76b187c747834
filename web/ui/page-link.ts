// Holds the classes of a link to a page, in the footer and below texts.

export const pageLinkClass =
  'inline-flex min-h-11 items-center font-medium text-link underline-offset-4 hover:underline'
