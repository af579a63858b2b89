import { rename, rm, writeFile } from 'node:fs/promises'

/** Replaces a file as a whole. Written to a temporary file and renamed: a crash leaves either the old or the new content, complete. */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`
  try {
    await writeFile(beside, content, { flush: true })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
