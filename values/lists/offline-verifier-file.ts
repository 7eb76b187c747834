// Lists the names of the offline verifier, a download of /verify. They are not among the public pages, whose list the
// landing page loads.

export const offlineVerifierPath = '/verify/offline.html'
/** Name under which browsers save the file. */
export const offlineVerifierName = 'carbon-passport-verifier.html'
