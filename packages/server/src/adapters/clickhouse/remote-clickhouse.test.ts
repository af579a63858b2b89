import { pointStoreContract } from '../../ports/point-store.contract.ts'
import { startClickHouseBridge } from '../../testing/clickhouse-bridge.ts'
import { openPointStore } from './open-point-store.ts'

pointStoreContract('ClickHouse over HTTP', async () => {
  const bridge = await startClickHouseBridge()
  const store = await openPointStore({ url: bridge.url, cluster: null, folder: '' })
  return {
    ...store,
    async close() {
      await store.close()
      await bridge.close()
    },
  }
})
