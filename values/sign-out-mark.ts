// Names the cookie of a browser whose user is signed out. If the sign-out has not reached the server, the session
// is still open there, but the server must not draw its card into a document. The server clears the cookie
// (features/people/session-cookie.ts).
export const signOutCookie = 'signing-out'

const attributes = 'path=/; max-age=2592000'

/** The cookie as the browser sets it, for the longest life of a session: 30 days. */
export const signOutMark = `${signOutCookie}=1; ${attributes}`

/** What `document.cookie` has after a sign-out that the server may not know. */
export const pendingSignOut = `${signOutCookie}=pending`

/** Its cookie. A browser without storage has nothing else to know it by. */
export const pendingSignOutMark = `${pendingSignOut}; ${attributes}`
