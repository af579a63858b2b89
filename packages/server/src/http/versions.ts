import manifest from '../../package.json' with { type: 'json' }
import document from '../generated/openapi.json' with { type: 'json' }

export const serverVersion: string = manifest.version
export const apiVersion: string = document.info.version
