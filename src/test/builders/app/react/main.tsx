import { createRoot } from "react-dom/client";
import App from "./app";

export const loaded = mark();

createRoot(document.getElementById("app")!).render(<App />);
