import { atom } from 'jotai'
import { atomFromUrl } from '../address/address-atom.ts'
import { textCodec } from '../address/url-codecs.ts'
import { sourceOf } from './source.ts'

const projectAtom = atomFromUrl('project', textCodec)
const fileAtom = atomFromUrl('file', textCodec)
const detectionAtom = atomFromUrl('detection', textCodec)

/** What the address says is compared; null where it names nothing. */
export const sourceAtom = atom((get) => sourceOf(get(projectAtom), get(fileAtom), get(detectionAtom)))
