import { pointStoreContract } from '../../ports/point-store.contract.ts'
import { startClickHouseBridge } from '../../testing/clickhouse-bridge.ts'
import { openPointStore } from './open-point-store.ts'
import { pointCodec } from './point-codec.ts'

pointStoreContract('ClickHouse over HTTP', pointCodec, async (recorded) => {
  const bridge = await startClickHouseBridge()
  const store = await openPointStore({ url: bridge.url, cluster: null, folder: '', recorded })
  return {
    ...store,
    async close() {
      await store.close()
      await bridge.close()
    },
  }
})
