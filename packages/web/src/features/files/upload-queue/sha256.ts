/** The browser digests a file only as a whole in memory: above this it is left to the server. */
export const hashableBytes = 64 * 2 ** 20

/** SHA-256 in hex; undefined where the file is too large or the page is not on a secure origin. */
export const sha256Of = async (file: Blob): Promise<string | undefined> => {
  // Over plain http on another machine a browser offers no `crypto.subtle`.
  if (file.size > hashableBytes || globalThis.crypto.subtle === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
