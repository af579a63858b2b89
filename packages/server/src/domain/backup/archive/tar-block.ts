/** A tar archive is made of blocks of this many bytes. https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html */
export const BLOCK_BYTES = 512
/** Two blocks of zeros end an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK_BYTES)

const NAME_BYTES = 100

/**
 * The header of a plain file that only its owner may read. It depends on name and size alone, so a reader can compare every
 * byte with the expected one; tar libraries neither expose the bytes nor check those that they do not use.
 */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new RangeError(`'${name}' is too long for the name of a member`)
  const block = Buffer.alloc(BLOCK_BYTES)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${octal(size, 11)}\0`, 124)
  block.write(`${octal(0, 11)}\0`, 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)}\0 `, 148)
  return block
}

/** Undefined for a block that `tarHeader` would not have made. */
export function readTarHeader(block: Buffer): { name: string; size: number } | undefined {
  const name = block.toString('utf8', 0, block.indexOf(0) === -1 ? NAME_BYTES : Math.min(block.indexOf(0), NAME_BYTES))
  const size = Number.parseInt(block.toString('latin1', 124, 135), 8)
  const isOurs = name !== '' && Number.isSafeInteger(size) && size >= 0 && block.equals(tarHeader(name, size))
  return isOurs ? { name, size } : undefined
}

/** Zeros after the content of a member, up to the next block. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
