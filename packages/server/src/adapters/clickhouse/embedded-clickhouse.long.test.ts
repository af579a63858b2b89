import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pointStoreContract } from '../../ports/point-store.contract.ts'
import { openPointStore } from './open-point-store.ts'
import { pointCodec } from './point-codec.ts'

pointStoreContract('chDB', pointCodec, async (recorded) => {
  const folder = await mkdtemp(join(tmpdir(), 'omen-points-'))
  return openPointStore({ url: null, cluster: null, folder, recorded })
})
