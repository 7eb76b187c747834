// Holds the seedling of the passport's cover.

/** SVG path of the seedling, with its centre at (0, 0). It is about 58 units high. */
export const seedlingPath =
  'M0 27V-9M0 5C-18 5-25-7-25-20-8-20 0-11 0 5ZM0-4C0-19 8-27 23-27 23-12 15-4 0-4Z'
