import { inflateRawSync } from 'node:zlib'

/** The files of a zip, read from the central directory at its end. */
export const unzip = (bytes: Buffer): Map<string, string> => {
  const files = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((o, i) =>
      i === 0 ? bytes.readUInt32LE(at + o) : bytes.readUInt16LE(at + o),
    ) as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const begins = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const path = bytes.toString('utf8', at + 46, at + 46 + name)
    files.set(path, inflateRawSync(bytes.subarray(begins, begins + size)).toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}
