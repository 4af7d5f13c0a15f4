/** What a browser of any engine does for the journey; each driver implements it with real input events. */
export type Engine = {
  goto: (url: string) => Promise<void>
  /** The value of an expression in the page, as JSON. */
  value: <T>(expression: string) => Promise<T>
  /** Presses the element that the expression gives, or types into it. */
  press: (expression: string) => Promise<void>
  type: (expression: string, text: string) => Promise<void>
  picture: () => Promise<Buffer>
  /** Errors of the page and of its console. */
  faults: () => Promise<string[]>
  close: () => Promise<void>
}

export type Size = { width: number; height: number }
