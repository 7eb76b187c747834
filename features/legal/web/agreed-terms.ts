// Holds the version of the legal texts that this browser's user agreed to last. A sign-in by code asks for an
// agreement; one by passkey repeats it.

const storageName = 'agreed-terms'

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
