/** A check mark; `size` in pixels. */
export const Check = ({ size }: { size: number }) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="M20 6 9 17l-5-5" />
  </svg>
)
