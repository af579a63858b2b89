const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`
const expression = new RegExp(String.raw`^\s*(${NUMBER})\s*(?:([-+*/])\s*(${NUMBER})\s*)?$`)

/** The value of a number, or of two of them with an operator, such as the `1+1` by which Grafana tries a data source; else undefined. */
export function parseScalar(text: string): number | undefined {
  const [, left, operator, right] = expression.exec(text) ?? []
  if (left === undefined) return undefined
  const [a, b] = [Number(left), Number(right)]
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    default:
      return a
  }
}
