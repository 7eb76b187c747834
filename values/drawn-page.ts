// Defines how the server draws a page of /app into its document (web/app/draw-page.tsx), with the answers that
// the drawing used.

/** Pairs of a query key of the browser's cache and the answer of its call. */
export type Answers = readonly (readonly [key: readonly unknown[], answer: unknown])[]

/** The answers in a document. They belong to one passport, and no other may see them. */
export type DocumentAnswers = { readonly passportId: string; readonly answers: Answers }

export type DrawnPage = {
  /** The content of the document's #root. */
  readonly html: string
  readonly answers: Answers
}

/** Draws the page at `address`, a path with its query. `read` returns the answer of a GET call. */
export type DrawPage<Profile> = (
  address: string,
  profile: Profile,
  read: (address: string) => Promise<unknown>,
) => Promise<DrawnPage>
