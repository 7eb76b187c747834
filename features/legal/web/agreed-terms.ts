// Holds the versions of the legal texts: the one that the document names, and the one that this browser's user agreed
// to last. A sign-in by code asks for an agreement; one by passkey repeats it.

const storageName = 'agreed-terms'

/** Returns the current version, or undefined without legal texts. */
export function shownTerms(): string | undefined {
  return document.documentElement.dataset.termsVersion
}

/** Returns the version that was agreed to in this browser, or undefined. */
export function agreedTerms(): string | undefined {
  try {
    return localStorage.getItem(storageName) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberAgreement(version: string): void {
  try {
    localStorage.setItem(storageName, version)
  } catch {
    // Without storage, the next sign-in by passkey asks again.
  }
}
