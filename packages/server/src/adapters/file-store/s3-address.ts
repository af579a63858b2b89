/** The parts of `s3://key:secret@host:port/bucket/prefix?region=…&tls=off`. */
export interface S3Address {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Before every key; empty, or with a slash at its end. */
  readonly prefix: string
  /** Without them the machine's own are used, as the AWS SDK finds them: environment, profile, role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const DEFAULT_REGION = 'us-east-1'

export function parseS3Address(text: string): S3Address {
  const url = new URL(text)
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (url.protocol !== 's3:' || url.hostname === '' || bucket === undefined)
    throw new Error('expected an address like s3://key:secret@host/bucket?region=eu-west-1')
  const tls = url.searchParams.get('tls') !== 'off'
  return {
    endpoint: `${tls ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    ...(url.username !== '' && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
}
