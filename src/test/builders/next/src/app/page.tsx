"use client";

import dynamic from "next/dynamic";

// In the browser alone: the server has no mark().
const App = dynamic(() => import("../react/app"), { ssr: false });

export default function Page() {
  return <App />;
}
