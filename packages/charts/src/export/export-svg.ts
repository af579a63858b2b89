/** A rendered chart as a stand-alone SVG document. */
export function exportSvg(element: SVGSVGElement): string {
  const copy = element.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `0 0 ${copy.getAttribute('width')} ${copy.getAttribute('height')}`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}`
}

/** A rendered chart as a PNG, at twice the screen resolution. Needs a page whose policy allows images from `data:`. */
export async function exportPng(element: SVGSVGElement, scale = 2): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(exportSvg(element))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Number(element.getAttribute('width')) * scale
  canvas.height = Number(element.getAttribute('height')) * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw on a canvas')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The chart could not be turned into a PNG'))),
      'image/png',
    )
  })
}
