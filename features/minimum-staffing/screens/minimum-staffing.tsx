export default function MinimumStaffing() {
  return null
}
