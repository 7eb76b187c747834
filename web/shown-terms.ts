// Reads the version of the legal texts that the document names (server/pages/web-documents.ts).

/** Returns the current version, or undefined without legal texts. */
export function shownTerms(): string | undefined {
  return document.documentElement.dataset.termsVersion
}
