/** The package has no types of its own. */
declare module '@michaelhomer/jqjs' {
  /** Compiles a jq program; throws an Error for one that is not valid. */
  export function compile(program: string): (input: unknown) => Iterable<unknown>
}
