/** Heads the rows of a day on a phone, and stays while they scroll: below `--list`, which is set by what holds the list. */
export const DayHeading = ({ words, count = null }: { words: string; count?: string | null }) => (
  <h2
    tabIndex={-1}
    aria-label={count ? `${words}, ${count}` : undefined}
    className="figures sticky top-(--list) z-5 flex flex-wrap justify-between gap-x-3 bg-canvas py-1.5 text-small font-semibold text-soft outline-none max-md:-mx-4 max-md:px-4"
  >
    {words}
    {count && <span className="font-normal">{count}</span>}
  </h2>
)
