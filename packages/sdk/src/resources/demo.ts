import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { DemoFault, DemoFaultKind } from '../types.ts'

/** A fault to begin in the live demo: on node 2, for ten minutes, unless it says otherwise. */
export interface NewDemoFault {
  kind: DemoFaultKind
  /** From 1 to 5. */
  node?: number
  minutes?: number
}

/** The shop that the server simulates. Only an administrator may break it. */
export interface Demo {
  /** Newest first. */
  faults(options?: CallOptions): Promise<DemoFault[]>
  start(fault: NewDemoFault, options?: CallOptions): Promise<DemoFault>
  end(id: string, options?: CallOptions): Promise<DemoFault>
}

/** The operations of the live demo. */
export function demo({ client, unwrap }: Transport): Demo {
  return {
    faults: async (options) => (await unwrap(client.GET('/demo-faults', { ...options }))).faults,
    start: async (body, options) =>
      (await unwrap(client.POST('/demo-faults', { body: body as Required<NewDemoFault>, ...options }))).fault,
    end: async (id, options) =>
      (await unwrap(client.DELETE('/demo-faults/{id}', { params: { path: { id } }, ...options }))).fault,
  }
}
