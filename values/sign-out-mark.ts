// Names the cookie of a browser whose user is signed out. If the sign-out has not reached the server, the session
// is still open there, but the server must not draw its card into a document. The server clears the cookie
// (features/people/session-cookie.ts).
export const signOutCookie = 'signing-out'

/** The cookie as the browser sets it, for the longest life of a session: 30 days. */
export const signOutMark = 'signing-out=1; path=/; max-age=2592000'

/** The cookie of a sign-out that the server may not know. A browser without storage remembers it by nothing else. */
export const pendingMark = 'signing-out=2'
