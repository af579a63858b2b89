import { expect, it } from 'vitest'
import { withPictures } from './with-pictures.ts'

const ADDRESS = 'omen:series?id=cpu&from=1&to=2'

it('puts the data of a picture at the end of the text, once, and names it where the chart stands', () => {
  const text = withPictures(
    `A\n\n![cpu](${ADDRESS})\n\nB ![again](${ADDRESS})\n`,
    new Map([[ADDRESS, '<svg>é</svg>']]),
    'en',
  )
  const [body, data] = text.split('\n\n[omen-chart-1]: ')
  expect(body).toBe('A\n\n![cpu][omen-chart-1]\n\nB ![again][omen-chart-1]')
  expect(data).toMatch(/^data:image\/svg\+xml;base64,[\w+/=]+\n$/)
  expect(Buffer.from(data!.split(',')[1]!, 'base64').toString()).toBe('<svg>é</svg>')
})

it('says where a chart has no values, and leaves a text without charts as it is', () => {
  const none = new Map<string, string>()
  expect(withPictures(`![cpu](${ADDRESS})`, none, 'en')).toBe('*Chart of cpu: its values are not available.*')
  expect(withPictures(`![cpu](${ADDRESS})`, none, 'zh-CN')).toBe('*cpu 的图表：没有可用数据。*')
  expect(withPictures('A\n\n', none, 'en')).toBe('A\n\n')
})
