// Preloaded: when the start command is killed with kill -9, its end of this channel closes.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
